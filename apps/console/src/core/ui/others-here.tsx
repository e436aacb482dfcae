import { useOthers } from '../page/others.ts'
import { Avatar } from './avatar.tsx'
import './ui.css'

/** The maximum number of users shown by their initials; the names of the others are in the tooltip. */
const mostShown = 3

/** The other users who have this program open, if there are any. */
export function OthersHere() {
  const { people, total } = useOthers()
  if (total === 0) return null
  return (
    <span className="c-others" title={people.map(({ name }) => name).join(', ')}>
      {people.slice(0, mostShown).map(({ uuid, name }) => (
        <Avatar key={uuid} name={name} />
      ))}
      <span>
        {total} {total === 1 ? 'other' : 'others'} here
      </span>
    </span>
  )
}
