import { z } from 'zod'
import { engineeringLicences } from '../../artefact-kinds.ts'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { Author, Node } from '../artefacts/artefacts.contract.ts'

const ok = z.object({ success: z.literal(true) })
const person = z.object({ uuid: z.uuid(), name: z.string() }).nullable()

export const requestReview = endpoint({
  method: 'POST',
  path: 'v2/app/request-review',
  summary: 'Request approval of an artefact as it is now; it is under review until another user decides',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({
    artefact_uuid: z.uuid(),
    revision: z.int32(),
    reviewer_uuid: z.uuid().nullable().default(null),
    note: z.string().trim().max(2_000).default(''),
  }),
  output: ok.extend({ review_uuid: z.uuid() }),
})

export const decideReview = endpoint({
  method: 'POST',
  path: 'v2/app/decide-review',
  summary: "Approve or reject another user's review request, or withdraw one's own",
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({
    review_uuid: z.uuid(),
    decision: z.enum(['approved', 'rejected', 'withdrawn']),
    reason: z.string().trim().max(2_000).default(''),
  }),
  output: ok,
})

export const getReviews = endpoint({
  method: 'GET',
  path: 'v2/app/get-reviews',
  summary: 'What waits for a decision in a program, the longest first',
  access: engineeringLicences,
  input: z.object({ program_uuid: z.uuid(), limit: z.coerce.number().int().min(1).max(500).default(200) }),
  output: ok.extend({
    reviews: z.array(
      z.object({
        uuid: z.uuid(),
        artefact: Node,
        revision: z.int32(),
        note: z.string(),
        requested_at: dateTime,
        requested_by: Author.nullable(),
        reviewer: person,
        may_decide: z.boolean(),
      }),
    ),
  }),
})

const Comment = z.object({
  uuid: z.uuid(),
  text: z.string(),
  is_resolved: z.boolean(),
  created_at: dateTime,
  by: Author.nullable(),
  is_mine: z.boolean(),
  revision: z.int32(),
})

export const getComments = endpoint({
  method: 'GET',
  path: 'v2/app/get-comments',
  summary: 'The comments on an artefact, the earliest first',
  access: engineeringLicences,
  input: z.object({ artefact_uuid: z.uuid() }),
  output: ok.extend({ comments: z.array(Comment) }),
})

export const saveComment = endpoint({
  method: 'POST',
  path: 'v2/app/save-comment',
  summary: "Add a comment to an artefact, change one's own comment, or resolve a comment",
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({
    artefact_uuid: z.uuid(),
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    text: z.string().trim().min(1).max(5_000).optional(),
    is_resolved: z.boolean().optional(),
  }),
  output: ok.extend({ comments: z.array(Comment) }),
})

export const deleteComment = endpoint({
  method: 'POST',
  path: 'v2/app/delete-comment',
  summary: "Delete one's own comment on an artefact",
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: ok,
})
