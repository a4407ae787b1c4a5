import { describeMatrix } from "./matrix";

describeMatrix("delete");
