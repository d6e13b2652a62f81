/** The names in a text, in order. */
export const words = (text: string) => text.split(/\s+/).sort()
