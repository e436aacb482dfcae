import { SmallCrossIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { dismiss, follow, notices } from './notices.ts'
import { caseId } from '../sentences.ts'

/** The latest results and refusals at the bottom of the list, with undo. */
export function NoticeStack() {
  const list = useStore(notices, (state) => state.list)
  return (
    <div className="am-notices" role="status">
      {list.map((notice) => (
        <div key={notice.id} className={`am-notice am-notice-${notice.tone}`}>
          <span>{notice.text}</span>
          {notice.action && (
            <button type="button" className="am-notice-action" onClick={() => follow(notice)}>
              {notice.action.label}
              {notice.action.keys !== undefined && <Kbd keys={notice.action.keys} />}
            </button>
          )}
          {notice.toCase && (
            <Link
              className="am-notice-action"
              to="/org/msoc/dashboard/case-management/general"
              search={{ case: notice.toCase.uuid } as never}
              onClick={() => dismiss(notice.id)}
            >
              Open {caseId(notice.toCase)}
            </Link>
          )}
          <button type="button" className="am-notice-dismiss" aria-label="Dismiss" onClick={() => dismiss(notice.id)}>
            <SmallCrossIcon size={14} />
          </button>
        </div>
      ))}
    </div>
  )
}
