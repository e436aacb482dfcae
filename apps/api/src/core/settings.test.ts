import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const needed = { DATABASE_URL: 'postgres://x', SECRET_KEY: 'a key that only this test has: 0123456789' }
const languageModel = (env: Record<string, string | undefined>) => readSettings({ ...needed, ...env }).languageModel

test('a language model is used only if both its address and its name are set', () => {
  expect(languageModel({})).toBeUndefined()
  expect(languageModel({ AI_BASE_URL: 'https://models.example/v1/', AI_MODEL: 'm' })).toEqual({
    url: 'https://models.example/v1',
    name: 'm',
    key: undefined,
  })
  expect(languageModel({ AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'm', AI_API_KEY: 'k' })).toEqual({
    url: 'http://127.0.0.1:11434/v1',
    name: 'm',
    key: 'k',
  })
})

test.for([
  { AI_MODEL: 'm' },
  { AI_BASE_URL: 'https://models.example' },
  { AI_BASE_URL: 'http://models.example', AI_MODEL: 'm' },
  { AI_BASE_URL: 'http://localhost.example/v1', AI_MODEL: 'm' },
  { AI_BASE_URL: 'models', AI_MODEL: 'm' },
])('%j is refused at startup', (env) => {
  expect(() => languageModel(env)).toThrow(/AI_BASE_URL/)
})

test('[SENDER-UI-1] ingest is at its own port beside the console, unless the operator names another address', () => {
  const ingestUrl = (env: Record<string, string>) => readSettings({ ...needed, ...env }).ingestUrl
  expect(ingestUrl({})).toBe('http://127.0.0.1:4100')
  expect(ingestUrl({ PUBLIC_URL: 'https://soc.example/carapace', INGEST_PORT: '4242' })).toBe(
    'https://soc.example:4242',
  )
  expect(ingestUrl({ INGEST_URL: 'https://in.example/' })).toBe('https://in.example')
  expect(() => ingestUrl({ INGEST_URL: 'in.example' })).toThrow(/INGEST_URL/)
})
