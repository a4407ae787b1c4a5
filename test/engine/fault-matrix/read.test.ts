import { describeMatrix } from "./matrix";

describeMatrix("read");
