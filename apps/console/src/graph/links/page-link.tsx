import { Link } from '@tanstack/react-router'
import { usePageContext } from '../page/page-context.tsx'

interface PageLinkProps {
  readonly to: string
  readonly title: string
  /** The code of the artefact that the page opens. */
  readonly open?: string
}

/** A link, drawn as a button, to another page of the same program and project (rule GRAPH-UI-21). */
export function PageLink({ to, title, open }: PageLinkProps) {
  const { program, search } = usePageContext()
  const named = {
    programId: program.programUuid,
    ...(search.projectId !== undefined && { projectId: search.projectId }),
    ...(open !== undefined && { open }),
  }
  // the paths are known only when the console is built
  return (
    <Link className="bp6-button bp6-outlined" {...({ to, search: named } as object as { to: '.' })}>
      {title}
    </Link>
  )
}
