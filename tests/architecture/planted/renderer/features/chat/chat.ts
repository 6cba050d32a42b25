export const chat = 1
