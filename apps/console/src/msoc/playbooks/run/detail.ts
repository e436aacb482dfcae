import type { getPlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import type { z } from 'zod'

/** A run with its graph, the totals of its nodes and its steps. */
export type RunDetail = z.output<typeof getPlaybookRun.output>
