import { useOthers } from '../page/others.ts'
import { Avatar } from './avatar.tsx'
import './ui.css'

/** So many are shown by their initials; the names of the others are in the title. */
const mostShown = 3

/** Who else has this program open, where anybody has. */
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
