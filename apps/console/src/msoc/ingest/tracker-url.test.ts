import { expect, test } from 'vitest'
import { trackerUrl } from './tracker-url.ts'

test('[SENDER-UI-1] the address of a tracker has the address of ingest and the token', () => {
  expect(trackerUrl('https://soc.example:4100', 'cdt_a b')).toBe(
    'https://soc.example:4100/ingest/v1/osmand?id=cdt_a%20b',
  )
})
