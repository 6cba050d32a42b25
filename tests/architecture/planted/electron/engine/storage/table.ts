export const table = 1
