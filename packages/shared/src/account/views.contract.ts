import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

/** The list that a view belongs to, by its full path: `/org/msoc/dashboard/alert-management`. */
const ListPath = z
  .string()
  .max(200)
  .regex(/^(\/[a-z0-9-]+)+$/, 'The full path of a list.')

/** A saved view: a name for a list's address with its filters, its order and its columns. */
export const SavedView = z.object({
  uuid: z.uuid(),
  page: ListPath,
  name: z.string(),
  /** The page's search parameters. */
  search: z.record(z.string(), z.string()),
  /** Whether all members of the organisation see it. */
  shared: z.boolean(),
  owner: z.object({ uuid: z.uuid(), name: z.string() }),
  revision: z.int32(),
})
export type SavedView = z.infer<typeof SavedView>

export const listViews = endpoint({
  method: 'GET',
  path: 'v2/app/views',
  summary: "The saved views of a list: one's own, and those shared with the organisation",
  access: 'member',
  input: z.object({ page: ListPath }),
  output: z.object({ views: z.array(SavedView) }),
})

export const saveView = endpoint({
  method: 'POST',
  path: 'v2/app/views/save',
  summary: 'Save a view of a list, or change one',
  access: 'member',
  needs: 'account.own',
  input: z.object({
    /** Absent: creates a new view. */
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    page: ListPath,
    name: z.string().trim().min(1).max(60),
    search: z
      .record(z.string().min(1).max(40), z.string().max(600))
      .refine((search) => Object.keys(search).length <= 40, 'At most 40 parameters.'),
    shared: z.boolean().default(false),
  }),
  output: z.object({ success: z.literal(true), view: SavedView }),
})

export const deleteView = endpoint({
  method: 'POST',
  path: 'v2/app/views/delete',
  summary: "Remove a saved view: one's own, or, as an administrator, a shared one",
  access: 'member',
  needs: 'account.own',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})
