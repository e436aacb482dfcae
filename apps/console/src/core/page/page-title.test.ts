import { afterEach, expect, test, vi } from 'vitest'
import { showScreenTitle, showTitle } from './page-title.ts'

const page = { title: '' }
vi.stubGlobal('document', page)
afterEach(() => showScreenTitle(undefined))

test('a page without its own title has the title of the site map', () => {
  showScreenTitle('Live map')
  expect(page.title).toBe('Live map - Carapace')
})

test('a page with its own title keeps it while its path changes, and removes it when it leaves', () => {
  const leave = showTitle('WBA1234567890')
  showScreenTitle('Health')
  expect(page.title).toBe('WBA1234567890 - Carapace')
  leave()
  expect(page.title).toBe('Health - Carapace')
})

test('a page that leaves after the next one has come removes only its own title', () => {
  const leave = showTitle('Case')
  showTitle('ALR-7 Bus flooded')
  leave()
  expect(page.title).toBe('ALR-7 Bus flooded - Carapace')
})
