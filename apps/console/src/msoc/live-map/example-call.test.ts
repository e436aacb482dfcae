import { expect, test } from 'vitest'
import { exampleCall } from './example-call.ts'

test('[SENDER-UI-2] the call goes to the address of ingest', () => {
  expect(exampleCall('https://soc.example:4443', 5)).toMatch(
    /^curl -X POST https:\/\/soc\.example:4443\/ingest\/v1\/events /,
  )
})
