/** The sentence for an action whose script could not be loaded. */
export const NOT_LOADED_TEXT =
  'A part of the app that this needs is not on your device yet. Try again when you are back online.'
