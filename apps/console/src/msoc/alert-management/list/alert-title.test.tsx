import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { anAlert, timeAt } from '../an-alert.ts'
import { AlertTitle } from './alert-title.tsx'

test('[QUEUE-81] a row shows that its condition has cleared, and one that goes on does not', () => {
  expect(renderToStaticMarkup(<AlertTitle {...anAlert(1, { cleared_at: timeAt(5) })} />)).toContain('Cleared')
  expect(renderToStaticMarkup(<AlertTitle {...anAlert(1)} />)).not.toContain('Cleared')
})
