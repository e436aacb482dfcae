import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { useOwners } from './use-owners.ts'

interface OwnerFilterProps {
  /** `me`, `none`, or a user's uuid. */
  readonly owner: string | undefined
  readonly onChoose: (owner: string) => void
}

/** The filter by owner: the user's own cases, cases without an owner, or a colleague's cases. */
export function OwnerFilter({ owner, onChoose }: OwnerFilterProps) {
  const { members = [] } = useOwners()
  const people = members.map(({ uuid, name, email }) => ({ word: uuid, text: name || email }))
  // former members still own cases, and a link may name them
  const known = owner === undefined || owner === 'me' || owner === 'none' || people.some(({ word }) => word === owner)
  const choices = [
    { word: 'me', text: 'Me' },
    { word: 'none', text: 'Nobody' },
    ...people,
    ...(known ? [] : [{ word: owner, text: 'Somebody else' }]),
  ]
  return (
    <FilterMenu
      name="Owner"
      single
      choices={choices}
      chosen={owner === undefined ? [] : [owner]}
      onChoose={([chosen = '']) => onChoose(chosen)}
    />
  )
}
