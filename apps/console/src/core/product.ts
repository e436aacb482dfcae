/** Facts about the product that every screen shows. */
export const version = 'v0.2.30'
export const copyright = '© 2025 Carapace'
export const slogan = 'AI-Driven Cybersecurity Platform for Software Defined Vehicles'
export const supportEmail = 'support@carapace.example'
