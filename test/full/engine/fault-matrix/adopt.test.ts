import { describeMatrix } from "./matrix";

describeMatrix("adopt");
