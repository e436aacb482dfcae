import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { anAlert, timeAt } from '../an-alert.ts'
import { columns } from './columns.tsx'

const titleOf = (alert: ReturnType<typeof anAlert>) =>
  renderToStaticMarkup(columns.find(({ key }) => key === 'alert')!.render(alert))

test('[QUEUE-81] a row shows that its condition has cleared, and one that goes on does not', () => {
  expect(titleOf(anAlert(1, { cleared_at: timeAt(5) }))).toContain('Cleared')
  expect(titleOf(anAlert(1))).not.toContain('Cleared')
})
