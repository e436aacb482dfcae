/** All items of an asynchronous iterable. */
export async function allOf<T>(some: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of some) all.push(one)
  return all
}

/** How often other work could run while `work` was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const turn = () => {
    turns += 1
    handle = setImmediate(turn)
  }
  let handle = setImmediate(turn)
  await work()
  clearImmediate(handle)
  return turns
}
