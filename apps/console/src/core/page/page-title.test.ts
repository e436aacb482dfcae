import { afterEach, expect, test, vi } from 'vitest'
import { showScreenTitle, showTitle } from './page-title.ts'

const page = { title: '' }
vi.stubGlobal('document', page)
afterEach(() => showScreenTitle(undefined))

test('a page that gives itself no title is called as the site map calls it', () => {
  showScreenTitle('Live map')
  expect(page.title).toBe('Live map - Carapace')
})

test('a page that gives itself a title keeps it while its path changes, and leaves none behind', () => {
  const leave = showTitle('WBA1234567890')
  showScreenTitle('Health')
  expect(page.title).toBe('WBA1234567890 - Carapace')
  leave()
  expect(page.title).toBe('Health - Carapace')
})

test('a page that leaves after the next one has come takes away its own title alone', () => {
  const leave = showTitle('Case')
  showTitle('ALR-7 Bus flooded')
  leave()
  expect(page.title).toBe('ALR-7 Bus flooded - Carapace')
})
