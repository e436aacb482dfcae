import { releases } from '@carapace/shared/account/release-history'
import { getReleaseHistory } from '@carapace/shared/account/release-history.contract'
import { version } from '@carapace/shared/core/version'
import { expect, test } from 'vitest'

import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()

test('[SETTINGS-9] a call answers the release history, with any licence, the running version first', async () => {
  const { members } = await site.organisation('Alpha', { modules: [], licenceUntil: new Date(Date.now() - 1_000) })
  const { releases: answered } = await site.request(members.VIEWER.token, getReleaseHistory, {})
  expect(answered[0]!.version).toBe(version)
  expect(answered).toEqual(releases)
})
