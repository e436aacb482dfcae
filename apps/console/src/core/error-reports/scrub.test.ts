import { expect, test } from 'vitest'
import { scrubbed } from './scrub.ts'

test.for([
  ['/forgot-password/s3cr3t', '/forgot-password/[removed]'],
  ['https://c.example/soc/verify-organization/s3cr3t?x=1', 'https://c.example/soc/verify-organization/[removed]?x=1'],
  ['https://c.example/?email=a@b.co&token=s3cr3t#top', 'https://c.example/?email=a@b.co&token=[removed]#top'],
  ['GET /live?access_token=s3cr3t failed', 'GET /live?access_token=[removed] failed'],
  ['/verify-organization', '/verify-organization'],
  ['/org/lifecycle/program?programId=p1', '/org/lifecycle/program?programId=p1'],
] as const)('[ERROR-REPORT-3] %s is reported as %s', ([input, expected]) => {
  expect(scrubbed(input)).toBe(expected)
})

test('[ERROR-REPORT-3] tokens are removed from headers, breadcrumbs and contexts; the rest is unchanged', () => {
  const event = {
    message: 'x',
    user: { email: 'maya@x.example' },
    request: {
      url: 'https://c.example/forgot-password/s3cr3t',
      headers: { 'ACCESS-TOKEN': 's3cr3t', Referer: 'https://c.example/?token=s3cr3t' },
    },
    breadcrumbs: [
      { category: 'navigation', timestamp: 1, data: { from: '/verify-organization/s3cr3t', to: '/' } },
      {
        category: 'fetch',
        data: { status_code: 200, url: '/api/v2/auth/login', two_factor_token: 's3cr3t', new_password: 's3cr3t' },
      },
    ],
    exception: {
      values: [
        {
          type: 'Error',
          value: 'no',
          stacktrace: { frames: [{ filename: 'https://c.example/?token=s3cr3t', lineno: 3 }] },
        },
      ],
    },
  }
  const result = scrubbed(event)
  expect(JSON.stringify(result)).not.toContain('s3cr3t')
  expect(result).toMatchObject({
    message: 'x',
    user: { email: 'maya@x.example' },
    request: { url: 'https://c.example/forgot-password/[removed]' },
    breadcrumbs: [{ timestamp: 1, data: { to: '/' } }, { data: { status_code: 200, url: '/api/v2/auth/login' } }],
    exception: { values: [{ stacktrace: { frames: [{ lineno: 3 }] } }] },
  })
})

test('[ERROR-REPORT-3] values that are not plain objects are unchanged', () => {
  const when = new Date(0)
  expect(scrubbed({ when, none: null, code: 7 })).toEqual({ when, none: null, code: 7 })
})
