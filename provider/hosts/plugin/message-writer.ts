/** Protobuf's wire types. */
const wireType = { varint: 0, fixed64: 1, lengthDelimited: 2 } as const;

/**
 * Writes a protobuf message from back to front, the last field first: the length of a nested message is then known
 * without a second buffer. The writer of google-protobuf takes ten times as long, mostly to free memory. Field numbers
 * must be below 16.
 */
export class MessageWriter {
  private buffer = Buffer.allocUnsafe(4096);
  private written = 0;

  toBytes(): Uint8Array {
    return this.buffer.subarray(this.buffer.length - this.written);
  }

  /** @param write Writes the fields of the message. */
  writeMessage(field: number, write: () => void): void {
    const before = this.written;
    write();
    this.writeLength(field, this.written - before);
  }

  writeText(field: number, value: string): void {
    const length = Buffer.byteLength(value);
    const start = this.reserve(length);
    this.buffer.write(value, start);
    this.writeLength(field, length);
  }

  writeDouble(field: number, value: number): void {
    const start = this.reserve(8);
    this.buffer.writeDoubleLE(value, start);
    this.writeTag(field, wireType.fixed64);
  }

  /** A boolean or an enum value, at most 127. */
  writeVarint(field: number, value: number): void {
    this.writeByte(value);
    this.writeTag(field, wireType.varint);
  }

  private writeLength(field: number, length: number): void {
    const groups: number[] = [];
    for (let rest = length; groups.length === 0 || rest > 0; rest = Math.floor(rest / 128)) {
      groups.push(rest % 128);
    }
    groups.reverse().forEach((group, index) => this.writeByte(index === 0 ? group : group + 128));
    this.writeTag(field, wireType.lengthDelimited);
  }

  private writeTag(field: number, kind: number): void {
    this.writeByte(field * 8 + kind);
  }

  private writeByte(value: number): void {
    const at = this.reserve(1);
    this.buffer[at] = value;
  }

  /** Reserves bytes in front, and returns their offset. */
  private reserve(length: number): number {
    const needed = this.written + length;
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.buffer.length));
      larger.set(this.toBytes(), larger.length - this.written);
      this.buffer = larger;
    }
    this.written = needed;
    return this.buffer.length - needed;
  }
}
