import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultCatalogue } from './event-catalogue.ts'

const page = readFileSync(new URL('../../../../../docs/event-catalogue.md', import.meta.url), 'utf8')

test.for(defaultCatalogue)(
  'docs/event-catalogue.md lists $event_id, $name',
  ({ event_id, severity, name, description }) => {
    const id = `0x${event_id.toString(16).toUpperCase().padStart(4, '0')} (${event_id})`
    expect(page).toContain(`| ${id} | ${severity} | ${name} | ${description} |`)
  },
)
