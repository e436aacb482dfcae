import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dateTime } from '../core/wire.ts'
import { accesses } from './access.ts'
import { field, licence, ofAgreement, ok, rowNumber, side } from './agreements.contract.ts'
import type { AgreementContent } from './content.ts'
import { Cover, Term, termsAtMost } from './cover.ts'
import { agreementLimits } from './exchange.ts'
import { AgreementRow } from './row.ts'

export const getAgreementPages = endpoint({
  method: 'GET',
  path: 'v2/app/get-agreement-pages',
  summary: 'Cover and glossary of an agreement',
  access: licence,
  input: ofAgreement,
  output: z.object({
    title: z.string(),
    code: z.string(),
    cover: Cover,
    cover_revision: z.int(),
    glossary: z.array(Term),
    glossary_revision: z.int(),
    /** SHA-256 of all that a signature would be under now: cover, glossary, team and agreed rows. */
    content_hash: z.string(),
  }),
})

export const saveAgreementCover = endpoint({
  method: 'POST',
  path: 'v2/app/save-agreement-cover',
  summary: 'Change the cover: each side its own contacts, both sides the rest; signatures under the old one end',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ title: z.string().trim().min(1).max(200), cover: Cover, revision: z.int() }),
  output: ok.extend({ revision: z.int() }),
})

export const saveAgreementGlossary = endpoint({
  method: 'POST',
  path: 'v2/app/save-agreement-glossary',
  summary: 'Change the glossary; signatures under the old one end',
  access: licence,
  needs: 'agreements.work',
  bodyLimit: 1024 * 1024,
  input: ofAgreement.extend({ glossary: z.array(Term).max(termsAtMost), revision: z.int() }),
  output: ok.extend({ revision: z.int() }),
})

const TeamMember = z.object({
  uuid: z.uuid(),
  side,
  /** The account; null: a contact without one. Of the other side always null. */
  user_uuid: z.uuid().nullable(),
  has_account: z.boolean(),
  name: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  access: z.enum(accesses),
  rows: z.array(rowNumber),
  is_signatory: z.boolean(),
  revision: z.int(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const getAgreementTeam = endpoint({
  method: 'GET',
  path: 'v2/app/get-agreement-team',
  summary: 'The cybersecurity team of both sides',
  access: licence,
  input: ofAgreement,
  output: z.object({ team: z.array(TeamMember) }),
})

export const saveAgreementTeamMember = endpoint({
  method: 'POST',
  path: 'v2/app/save-agreement-team-member',
  summary: "Add or change somebody of the own side's team",
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    /** Absent: a new one. */
    uuid: z.uuid().optional(),
    revision: z.int().default(0),
    user_uuid: z.uuid().nullable(),
    name: z.string().trim().min(1).max(120),
    role: z.string().trim().min(1).max(120),
    email: z.string().trim().max(200).default(''),
    phone: z.string().trim().max(60).default(''),
    access: z.enum(accesses),
    rows: z.array(rowNumber).max(agreementLimits.rows).default([]),
    is_signatory: z.boolean().default(false),
  }),
  output: ok.extend({ member: TeamMember }),
})

export const removeAgreementTeamMember = endpoint({
  method: 'POST',
  path: 'v2/app/remove-agreement-team-member',
  summary: "Remove somebody from the own side's team; one who has access stays",
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ uuid: z.uuid() }),
  output: ok,
})

export const Signature = z.object({
  side,
  name: z.string(),
  role: z.string(),
  proof: z.enum(['password', 'second-factor']),
  at: dateTime,
})

export const signAgreement = endpoint({
  method: 'POST',
  path: 'v2/app/sign-agreement',
  summary: 'Sign the agreement as it is, with the password or a code of the second factor',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    /** The number of steps, the revisions, and the hash of the content (which covers the team), that the signer saw. */
    seen: z.object({ seq: z.int(), cover: z.int(), glossary: z.int(), content: z.string().regex(/^[0-9a-f]{64}$/) }),
    password: z.string().max(200).default(''),
    code: z.string().trim().max(20).default(''),
  }),
  output: ok.extend({
    /** The version that this signature completed; null: others have to sign, too. */
    version: z.int().nullable(),
    missing: z.array(z.object({ side, name: z.string() })),
  }),
})

export const VersionContent = z.object({
  code: z.string(),
  title: z.string(),
  parties: z.array(z.object({ side, name: z.string() })),
  cover: Cover,
  glossary: z.array(Term),
  team: z.array(z.object({ side, name: z.string(), role: z.string(), is_signatory: z.boolean() })),
  rows: z.array(AgreementRow),
}) satisfies z.ZodType<AgreementContent>

const Version = z.object({
  number: z.int(),
  at: dateTime,
  hash: z.string(),
  signatures: z.array(Signature),
  /** The latest one is in force, unless its end has passed; the others are superseded. */
  state: z.enum(['in-force', 'expired', 'superseded']),
})
export type Version = z.infer<typeof Version>

export const listAgreementVersions = endpoint({
  method: 'GET',
  path: 'v2/app/list-agreement-versions',
  summary: 'The signed versions, the latest first, and whether their hash chain is whole',
  access: licence,
  input: ofAgreement,
  output: z.object({
    versions: z.array(Version),
    /** The number of the first version that is not as it was signed; null: all are. */
    broken: z.int().nullable(),
  }),
})

const Difference = z.object({
  row: rowNumber,
  title: z.string(),
  what: z.enum(['added', 'removed', 'changed']),
  fields: z.array(
    z.object({ field, before: z.union([z.string(), z.boolean()]), after: z.union([z.string(), z.boolean()]) }),
  ),
})

export const compareAgreementVersions = endpoint({
  method: 'GET',
  path: 'v2/app/compare-agreement-versions',
  summary: 'What differs between two signed versions, or between one and the agreement as it is now',
  access: licence,
  input: ofAgreement.extend({
    /** 0: an empty agreement. */
    before: z.coerce.number().int().min(0).max(10_000),
    /** Absent: the agreement as it is now. */
    after: z.coerce.number().int().min(1).max(10_000).optional(),
  }),
  output: z.object({
    rows: z.array(Difference),
    /** Cover fields, terms and people that differ, in words. */
    others: z.array(z.object({ where: z.string(), before: z.string(), after: z.string() })),
  }),
})

const Template = z.object({
  uuid: z.uuid(),
  name: z.string(),
  rows: z.int(),
  author: z.string(),
  changed_at: dateTime,
  revision: z.int(),
})

export const listAgreementTemplates = endpoint({
  method: 'GET',
  path: 'v2/app/list-agreement-templates',
  summary: "The organisation's own templates for agreements",
  access: licence,
  input: z.object({}),
  output: z.object({ templates: z.array(Template) }),
})

export const saveAgreementTemplate = endpoint({
  method: 'POST',
  path: 'v2/app/save-agreement-template',
  summary: "Keep an agreement's rows as a template of the organisation, without status and day",
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    name: z.string().trim().min(1).max(120),
    /** Replaces this template. */
    uuid: z.uuid().optional(),
    revision: z.int().default(0),
  }),
  output: ok.extend({ uuid: z.uuid() }),
})

export const deleteAgreementTemplate = endpoint({
  method: 'POST',
  path: 'v2/app/delete-agreement-template',
  summary: 'Delete a template; agreements that began with it stay',
  access: licence,
  needs: 'agreements.work',
  input: z.object({ uuid: z.uuid() }),
  output: ok,
})

export const exportAgreement = endpoint({
  method: 'GET',
  path: 'v2/app/export-agreement',
  summary: 'The agreement as a workbook or a document, as far as the caller may see it',
  access: licence,
  input: ofAgreement.extend({
    format: z.enum(['xlsx', 'docx', 'pdf']),
    /** A signed version; absent: as it is now. */
    version: z.coerce.number().int().min(1).max(10_000).optional(),
  }),
  output: z.string(),
  produces: 'application/octet-stream',
})

export const readAgreementTable = endpoint({
  method: 'POST',
  path: 'v2/app/read-agreement-table',
  summary: 'Read a workbook or CSV file for an import: its sheets and cells as texts; nothing is stored',
  access: licence,
  needs: 'agreements.work',
  bodyLimit: 8 * 1024 * 1024,
  takes: 'application/octet-stream',
  input: z.object({ file_name: z.string().trim().min(1).max(200), sheet: z.string().max(100).optional() }),
  output: z.object({
    sheets: z.array(z.string()),
    sheet: z.string(),
    /** At most 1,000 rows of at most 60 cells; a row's position is that in the file. */
    rows: z.array(z.array(z.string())),
  }),
})
