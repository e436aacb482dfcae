import { listPlaybooks, listPlaybookTemplates } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../core/call/call.ts'
import { useRequest } from '../../../core/call/query.ts'
import type { EditorSearch } from '../search.ts'
import { EditorPage, Waiting } from './editor-page.tsx'

interface ShippedPageProps {
  readonly template: string
  readonly search: EditorSearch
  readonly go: (search: EditorSearch, replace?: boolean) => void
}

/** A shipped template by its address: the playbook with its name if there is one, otherwise the template to save. */
export function ShippedPage({ template, search, go }: ShippedPageProps) {
  const { data, problem, refetch } = useRequest(['playbook-of-template', template], (signal) =>
    copyOf(template, signal),
  )
  const open = useEffectEvent((playbook: string) => go({ ...search, playbook }, true))
  useEffect(() => {
    if (data?.copy !== undefined) open(data.copy)
  }, [data])
  if (data === undefined || data.copy !== undefined) return <Waiting problem={problem} onRetry={refetch} />
  return <EditorPage search={{ ...search, template }} go={go} />
}

async function copyOf(template: string, signal: AbortSignal): Promise<{ readonly copy: string | undefined }> {
  const { templates } = await call(listPlaybookTemplates, {}, { signal })
  const name = templates.find(({ key }) => key === template)?.name
  if (name === undefined) return { copy: undefined }
  const { playbooks } = await call(listPlaybooks, { q: name, limit: 20 }, { signal })
  return { copy: playbooks.find((each) => each.name === name)?.uuid }
}
