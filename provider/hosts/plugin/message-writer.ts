/** Protobuf's wire types. */
const wireType = { varint: 0, fixed64: 1, lengthDelimited: 2 } as const;

/**
 * Writes a message of protobuf from back to front, the last field first: the length of what is inside is known by then, so
 * that nothing is kept or copied for it. The writer of google-protobuf takes ten times as long, most of it for freeing
 * memory. Fields have numbers below 16.
 */
export class MessageWriter {
  private buffer = Buffer.allocUnsafe(4096);
  private written = 0;

  bytes(): Uint8Array {
    return this.buffer.subarray(this.buffer.length - this.written);
  }

  /** @param write Writes the fields of the message. */
  message(field: number, write: () => void): void {
    const before = this.written;
    write();
    this.delimited(field, this.written - before);
  }

  text(field: number, value: string): void {
    const length = Buffer.byteLength(value);
    const start = this.reserve(length);
    this.buffer.write(value, start);
    this.delimited(field, length);
  }

  double(field: number, value: number): void {
    const start = this.reserve(8);
    this.buffer.writeDoubleLE(value, start);
    this.tag(field, wireType.fixed64);
  }

  /** A boolean, or a word of an enumeration; of at most 127. */
  word(field: number, value: number): void {
    this.byte(value);
    this.tag(field, wireType.varint);
  }

  private delimited(field: number, length: number): void {
    const groups: number[] = [];
    for (let rest = length; groups.length === 0 || rest > 0; rest = Math.floor(rest / 128)) {
      groups.push(rest % 128);
    }
    groups.reverse().forEach((group, index) => this.byte(index === 0 ? group : group + 128));
    this.tag(field, wireType.lengthDelimited);
  }

  private tag(field: number, kind: number): void {
    this.byte(field * 8 + kind);
  }

  private byte(value: number): void {
    const at = this.reserve(1);
    this.buffer[at] = value;
  }

  /** Where the next so many bytes begin. */
  private reserve(length: number): number {
    const needed = this.written + length;
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.buffer.length));
      larger.set(this.bytes(), larger.length - this.written);
      this.buffer = larger;
    }
    this.written = needed;
    return this.buffer.length - needed;
  }
}
