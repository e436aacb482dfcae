import { expect, test } from 'vitest'
import { readEvents } from './events-input.ts'

test.for([
  ['a list', '[{"type":"position"},{"type":"syslog"}]', 2],
  ['one object', '{\n"type":"position"\n}', 1],
  ['one object a line', '{"type":"position"}\n\n{"type":"syslog"}\n', 2],
] as const)('[RULE-UI-17] pasted events are read as %s', ([, text, count]) => {
  const read = readEvents(text)
  expect('events' in read && read.events).toHaveLength(count)
})

test.for([
  ['', /Paste/],
  ['{"a":1}\n{"a":', /Line 2/],
  ['[1]', /Event 1 is not/],
  ['[]', /empty/],
  [`[${Array.from({ length: 5_001 }, () => '{}').join(',')}]`, /5,000/],
] as const)('[RULE-UI-17] what cannot be read has a reason: %s', ([text, reason]) => {
  expect(readEvents(text)).toEqual({ reason: expect.stringMatching(reason) })
})
