export const vehicleOrders = ['risk', 'risk_score', 'last_seen', 'vin', 'model', 'open_alerts'] as const
