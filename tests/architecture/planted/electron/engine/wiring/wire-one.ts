export const wired = 1
