import { ArrowUpIcon } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { number } from '../../../core/format/format.ts'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { useAlertPage, useQueue } from '../page-context.tsx'
import { type News, newsOf } from '../queue/news.ts'

/**
 * Shows which alerts arrived or left. They are applied only on a click or a key, so that no row moves while the user
 * works.
 */
export function NewsBar() {
  const { queue } = useAlertPage()
  const state = useQueue((each) => each.queue)
  const selected = useQueue((each) => each.selected.size)
  const news = useMemo(() => newsOf(state), [state])
  const waiting = news.arrived + news.repeated
  if (waiting + news.left === 0) return null

  return (
    <button type="button" className="am-news" onClick={queue.show}>
      {waiting > 0 && <ArrowUpIcon size={16} />}
      <span className="am-news-text" aria-live="polite">
        {news.arrived > 0 && <strong className="num">{number(news.arrived)} new</strong>}
        {news.bySeverity.map(([severity, count]) => (
          <span key={severity} className={`am-news-count num c-sev-${severity}`}>
            <SeverityGlyph severity={severity} label={severity} />
            {number(count)}
          </span>
        ))}
        <span className="am-news-more">{othersOf(news, selected)}</span>
      </span>
      <span className="am-news-show">
        {waiting > 0 ? 'Show now' : 'Remove'} <Kbd keys="." />
      </span>
    </button>
  )
}

function othersOf({ repeated, left }: News, selected: number): string {
  return [
    ...(repeated > 0 ? [`${number(repeated)} seen again`] : []),
    ...(left > 0 ? [`${number(left)} no longer ${left === 1 ? 'matches' : 'match'}`] : []),
    ...(selected > 0 ? [`held while ${number(selected)} ${selected === 1 ? 'is' : 'are'} selected`] : []),
  ].join(', ')
}
