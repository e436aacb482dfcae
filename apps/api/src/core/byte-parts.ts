const partBytes = 1024 * 1024

/** Divides a stream of bytes into parts of one MiB; the last one is shorter. */
export async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    let rest = chunk
    while (length + rest.length >= partBytes) {
      held.push(rest.subarray(0, partBytes - length))
      rest = rest.subarray(partBytes - length)
      yield Buffer.concat(held)
      held = []
      length = 0
    }
    if (rest.length > 0) held.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(held)
}
