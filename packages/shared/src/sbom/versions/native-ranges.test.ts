import { expect, test } from 'vitest'
import { versOfNative } from './native-ranges.ts'

test.for([
  ['npm', '^1.2.3', '>=1.2.3|<2.0.0'],
  ['npm', '~1.2.3 || 3.x', '>=1.2.3|<1.3.0|>=3.0.0|<4.0.0'],
  ['npm', '1.2.3 - 2', '>=1.2.3|<3.0.0'],
  ['npm', '>=1.0.0 <3.0.0 || >=2.0.0 <4.0.0', '>=1.0.0|<4.0.0'],
  ['npm', '<1.0.0 || >=1.0.0', '*'],
  ['npm', '>=3.0.0 || 1.0.0', '1.0.0|>=3.0.0'],
  ['conan', '~1', '>=1|<2-'],
  ['conan', '^0.0.3', '>=0.0.3|<0.0.4-'],
  ['conan', '>=1.0 <2.0, include_prerelease', '>=1.0|<2.0'],
  ['gem', '~> 2.0.8', '>=2.0.8|<2.1'],
  ['gem', '~> 2', '>=2|<3'],
  ['gem', '>= 1.0, != 1.5, < 2', '>=1.0|!=1.5|<2'],
  ['pypi', '>= 1.0, < 2.0', '>=1.0|<2.0'],
  ['pypi', '~=1.4.2', '>=1.4.2|<1.5'],
  ['pypi', '==1.*', '>=1.dev0|<2.dev0'],
  ['pypi', '!=1.5', '!=1.5'],
  ['deb', '(>> 1:1.0), (<< 1:2.0)', '>1:1.0|<1:2.0'],
  ['rpm', '>= 1.0, < 2.0', '>=1.0|<2.0'],
  ['nginx', '1.5.0+, 1.4.1+', '>=1.4.1'],
  ['nginx', '1.1.4-1.2.8, 1.3.9-1.4.0', '>=1.1.4|<=1.2.8|>=1.3.9|<=1.4.0'],
  ['nginx', 'all', '*'],
  ['openssl', '3.0.0, 1.0.1b', '1.0.1b|3.0.0'],
  ['maven', '[1.0,2.0),[3.0]', '>=1.0|<2.0|3.0'],
  ['maven', '(,1.0],[1.2,)', '<=1.0|>=1.2'],
  ['nuget', '[3.10.1,4)', '>=3.10.1|<4'],
  ['nuget', '1.0', '>=1.0'],
] as const)('[VERSION-43] %s %s is %s', ([type, native, constraints]) => {
  expect(versOfNative(type, native)).toEqual({ ok: true, value: `vers:${type}/${constraints}` })
})

test.for([
  ['npm', '>2.0.0 <1.0.0'],
  ['npm', 'latest'],
  ['conan', '^x'],
  ['gem', '~> a'],
  ['pypi', '===1.0'],
  ['deb', '1.0'],
  ['nginx', 'none'],
  ['maven', '1.0'],
  ['maven', '[1.0,2.0'],
  ['maven', '(1.0)'],
  ['cargo', '^1'],
] as const)('[VERSION-43] %s "%s" is refused', ([type, native]) => {
  expect(versOfNative(type, native)).toMatchObject({ ok: false })
})

test('[VERSION-3] a range of more than 8,192 characters is refused', () => {
  expect(versOfNative('npm', '1 '.repeat(4_097))).toMatchObject({ ok: false })
})
