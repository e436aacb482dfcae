/** Writes one row of a table field by field, in the order of its columns; null is NULL. */
export interface RowWriter {
  int2(value: number): void
  int4(value: number): void
  float4(value: number | null): void
  float8(value: number | null): void
  bool(value: boolean): void
  text(value: string | null): void
  /** Bytes in hexadecimal. */
  hex(value: string): void
  bytes(value: Uint8Array | null): void
  jsonb(value: unknown): void
}
