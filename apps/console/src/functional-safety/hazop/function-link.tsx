import { Link } from '@tanstack/react-router'
import { usePageContext } from '../../graph/page/page-context.tsx'

/** The code of a function as a link to its page in the HAZOP. */
export function FunctionLink({ code }: { readonly code: string }) {
  const { search } = usePageContext()
  const to = '/org/functional-safety/hazop-function-configure-edit'
  const address = { programId: search.programId, projectId: search.projectId, open: code }
  return (
    <Link className="mono" tabIndex={-1} to={to} search={address as never} onClick={(event) => event.stopPropagation()}>
      {code}
    </Link>
  )
}
