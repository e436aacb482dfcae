import './vin.css'

/** A VIN that keeps its last characters where there is too little room: they tell a fleet's vehicles apart. */
export function Vin({ vin }: { readonly vin: string }) {
  return (
    <span className="c-vin mono">
      <bdi>{vin}</bdi>
    </span>
  )
}
