import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const settled = () => new Promise(setImmediate)

test('[SHARE-17] two pieces of work of an owner are done at a time, in order, and others do not wait', async () => {
  const inTurn = createTurns(2)
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const work = (owner: string, name: string) =>
    inTurn(owner, async () => {
      begun.push(name)
      const gate = Promise.withResolvers<void>()
      gates.set(name, gate)
      await gate.promise
      return name
    })
  const all = [work('bravo', 'b1'), work('bravo', 'b2'), work('bravo', 'b3'), work('bravo', 'b4'), work('alpha', 'a1')]
  await settled()
  expect(begun).toEqual(['b1', 'b2', 'a1'])

  gates.get('b2')!.reject(new Error('refused'))
  await expect(all[1]).rejects.toThrow('refused')
  await settled()
  expect(begun).toEqual(['b1', 'b2', 'a1', 'b3'])
  gates.get('b1')!.resolve()
  await settled()
  for (const name of ['b3', 'b4', 'a1']) gates.get(name)!.resolve()
  expect(await Promise.all(all.filter((_, i) => i !== 1))).toEqual(['b1', 'b3', 'b4', 'a1'])
})
