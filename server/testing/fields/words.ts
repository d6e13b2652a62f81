/** Returns the words of a text in alphabetical order. */
export const words = (text: string) => text.split(/\s+/).sort()
