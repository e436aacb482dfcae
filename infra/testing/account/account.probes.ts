import type { AccessProbes } from '../support/access-probes.ts'
import { password } from '../support/installation.ts'

const registration = {
  firstName: 'Our',
  lastName: 'Own',
  company: 'Ours',
  jobTitle: 'X',
  jobFunction: 'X',
  orgFunction: 'Testing',
  country: 'India',
  mobileNumber: '9876543210',
}

/** Calls and channels of the account. */
export const probes: AccessProbes = {
  isolation({ theirs, mark, theirOrgUuid }) {
    return {
      'v2/auth/login': [{ say: { email: `nobody@${theirs.email.split('@')[1]}`, password: 'a guess' }, status: 422 }],
      'v2/auth/register': [{ say: { email: theirs.email }, status: 200 }],
      'v2/auth/verify-organization': [{ say: { organizationUuid: theirs.invitationUuid }, status: 200 }],
      'v2/auth/complete-registration': [
        { say: { ...registration, organizationUuid: theirs.invitationUuid }, status: 422 },
      ],
      'v2/auth/forgot-password': [{ say: { email: `nobody@${theirs.email.split('@')[1]}` }, status: 200 }],
      'v2/auth/set-password': [
        {
          say: { uuid: theirs.invitationUuid, new_password: 'Ours-now-1', confirm_password: 'Ours-now-1' },
          status: 422,
        },
      ],
      'v2/app/invite-team-member': [
        { say: { email: theirs.email, name: 'Ours now', role: 'VIEWER' }, status: 200 },
        { say: { email: theirs.invited, name: 'Ours now', role: 'VIEWER' }, status: 200 },
      ],
      'v2/app/invitations/resend': [{ say: { uuid: theirs.invitationUuid }, status: 404 }],
      'v2/app/invitations/revoke': [{ say: { uuid: theirs.invitationUuid }, status: 404 }],
      'app/plans': [{ say: {}, status: 200 }],
      'v2/auth/login-via-token': [{ say: { token: theirs.invitationUuid }, status: 422 }],
      'v2/auth/2fa/validate': [{ say: { code: '123456', two_factor_token: theirs.sessionUuid }, status: 422 }],
      'v2/auth/2fa/setup': [{ say: { password: 'a guess' }, status: 400 }],
      'v2/auth/2fa/enable': [{ say: { code: '123456' }, status: 422 }],
      'v2/auth/2fa/disable': [{ say: { password, code: '123456' }, status: 422 }],
      'v2/auth/2fa/recovery-codes': [{ say: { password, code: '123456' }, status: 422 }],
      'v2/auth/change-password': [
        {
          say: { current_password: 'a guess', new_password: 'Ours-now-1', confirm_password: 'Ours-now-1' },
          status: 400,
        },
      ],
      'v2/auth/sessions': [{ say: {}, status: 200 }],
      'v2/auth/sessions/revoke': [
        { say: { uuid: theirs.sessionUuid }, status: 404 },
        { say: {}, status: 200 },
      ],
      'v2/app/team': [{ say: {}, status: 200 }],
      'v2/app/update-member': [
        { say: { uuid: theirs.userUuid, revision: 1, role: 'VIEWER' }, status: 404 },
        { say: { uuid: theirs.userUuid, revision: 1, active: false, reset_two_factor: true }, status: 404 },
      ],
      'v2/app/erase-member': [{ say: { uuid: theirs.userUuid, revision: 1 }, status: 404 }],
      'v2/app/profile': [{ say: {}, status: 200 }],
      'v2/app/save-profile': [
        {
          say: { revision: 1, name: 'Ours', time_zone: 'UTC', uuid: theirs.userUuid, email: theirs.email },
          status: 200,
        },
      ],
      // by then it has invited these two addresses itself
      'v2/app/my-data': [{ say: { invited: theirs.email, and: theirs.invited }, status: 200 }],
      'v2/app/erase-me': [{ say: { password }, status: 422 }],
      'v2/app/organisation': [{ say: {}, status: 200 }],
      'v2/app/save-organisation': [
        { say: { revision: 1, name: 'Ours', retention_days: null, session_days: 30, uuid: theirOrgUuid }, status: 200 },
      ],
      'v2/app/audit-log': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
        { say: { actor: theirs.userUuid }, status: 200 },
        { say: { cursor: theirs.auditId }, status: 200 },
      ],
      'v2/auth/logout': [{ say: {}, status: 200 }],
      'v2/auth/session': [{ say: {}, status: 200 }],
      'v2/app/get-members': [{ say: {}, status: 200 }],
      'v2/app/jobs': [
        { say: {}, status: 200 },
        { say: { cursor: `2100-01-01T00:00:00Z|${theirs.jobUuid}`, limit: 200 }, status: 200 },
      ],
      'v2/app/jobs/cancel': [{ say: { uuid: theirs.jobUuid }, status: 404 }],
      'v2/app/jobs/retry': [{ say: { uuid: theirs.jobUuid }, status: 404 }],
      'v2/app/views': [{ say: { page: '/org/msoc/dashboard/alert-management' }, status: 200 }],
      'v2/app/views/save': [
        {
          say: { uuid: theirs.viewUuid, page: '/org/msoc/dashboard/alert-management', name: 'ours now', search: {} },
          status: 404,
        },
        {
          say: {
            uuid: theirs.viewUuid,
            revision: 1,
            page: '/org/msoc/dashboard/alert-management',
            name: 'ours now',
            search: {},
            shared: true,
          },
          status: 404,
        },
      ],
      'v2/app/views/delete': [{ say: { uuid: theirs.viewUuid }, status: 404 }],
      'app/config': [{ say: {}, status: 200 }],
      'v2/app/release-history': [{ say: {}, status: 200 }],
    }
  },
  watched() {
    return { 'app.jobs': [{ params: {}, refused: false }] }
  },
  calls(_, nobody) {
    return {
      'v2/auth/login': { email: 'nobody@alpha.example', password: 'x', recaptcha_token: 'x' },
      'v2/auth/logout': {},
      'v2/auth/session': {},
      'v2/app/get-members': {},
      'app/config': {},
      'v2/app/release-history': {},
      'v2/auth/register': { email: 'x', recaptcha_token: 'x' },
      'v2/auth/verify-organization': { organizationUuid: 'x' },
      'v2/auth/forgot-password': { email: 'x' },
      'v2/auth/complete-registration': {
        organizationUuid: 'x',
        firstName: 'x',
        lastName: 'x',
        company: 'x',
        jobTitle: 'x',
        hearAboutUs: 'google',
        hearAboutUsOther: 'x',
        jobFunction: 'x',
        orgFunction: 'Testing',
        country: 'India',
        mobileNumber: '9876543210',
        privacyConsent: true,
      },
      'v2/auth/set-password': { uuid: 'x', new_password: 'Better-Horse-9!', confirm_password: 'Better-Horse-9!' },
      'app/plans': {},
      'v2/app/invite-team-member': { email: 'x', name: 'x', role: 'VIEWER' },
      'v2/app/invitations/resend': { uuid: nobody },
      'v2/app/invitations/revoke': { uuid: nobody },
      'v2/auth/login-via-token': { token: 'x' },
      'v2/auth/2fa/validate': { code: '123456', two_factor_token: 'x' },
      'v2/auth/2fa/setup': { password: 'x' },
      'v2/auth/2fa/enable': { code: '123456' },
      'v2/auth/2fa/disable': { password: 'x', code: '123456' },
      'v2/auth/2fa/recovery-codes': { password: 'x', code: '123456' },
      'v2/auth/sessions': {},
      'v2/auth/sessions/revoke': { uuid: nobody },
      'v2/auth/change-password': {
        current_password: 'x',
        new_password: 'Better-Horse-9!',
        confirm_password: 'Better-Horse-9!',
      },
      'v2/app/team': {},
      'v2/app/update-member': { uuid: nobody, revision: 1, role: 'VIEWER', active: true, reset_two_factor: true },
      'v2/app/erase-member': { uuid: nobody, revision: 1 },
      'v2/app/profile': {},
      'v2/app/save-profile': {
        revision: 99,
        name: 'x',
        job_title: 'x',
        country: 'x',
        mobile_number: '1',
        time_zone: 'UTC',
      },
      'v2/app/my-data': {},
      'v2/app/erase-me': { password: 'x' },
      'v2/app/organisation': {},
      'v2/app/save-organisation': { revision: 99, name: 'x', retention_days: 1, session_days: 1 },
      'v2/app/audit-log': { q: 'x', actor: nobody, cursor: '5', limit: '5' },
      'v2/app/jobs': { status: 'FAILED', cursor: `2024-01-01T00:00:00Z|${nobody}`, limit: '5' },
      'v2/app/jobs/cancel': { uuid: nobody },
      'v2/app/jobs/retry': { uuid: nobody },
      'v2/app/views': { page: '/org/msoc/dashboard/alert-management' },
      'v2/app/views/delete': { uuid: nobody },
      'v2/app/views/save': [
        {
          uuid: nobody,
          revision: 1,
          page: '/org/msoc/dashboard/alert-management',
          name: 'x',
          search: { q: 'x' },
          shared: true,
        },
        { page: '/org/msoc/dashboard/alert-management', name: 'x', search: { q: 'x' } },
      ],
    }
  },
}
