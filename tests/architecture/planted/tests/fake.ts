export const fake = 1
