export const turn = 1
