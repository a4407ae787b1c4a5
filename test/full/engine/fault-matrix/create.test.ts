import { describeMatrix } from "./matrix";

describeMatrix("create");
