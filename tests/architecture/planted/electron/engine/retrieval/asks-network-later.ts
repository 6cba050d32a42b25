// network-by-the-gate-only
export const later = () => import('node:https')
