import { describeMatrix } from "../fault-matrix/matrix";

describeMatrix("read");
