import { describeMatrix } from "./matrix";

describeMatrix("update");
