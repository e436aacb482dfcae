import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/dashboard/asset-register')({ component: VehicleImport })

function VehicleImport() {
  return <h1>VehicleImport</h1>
}
