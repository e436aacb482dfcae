import { expect, test } from 'vitest'
import { licencesIn, textOf } from './licence-lines.ts'

test('[SBOM-UI-14] licences are read from lines and commas, each once', () => {
  expect(licencesIn(' MIT \n\nApache-2.0, MIT\nGPL-2.0-only WITH Classpath-exception-2.0')).toEqual([
    'MIT',
    'Apache-2.0',
    'GPL-2.0-only WITH Classpath-exception-2.0',
  ])
  expect(textOf(['MIT', 'ISC'])).toBe('MIT\nISC')
})
