// Reproducible random numbers (Park and Miller's generator).

/** Returns a function that draws an integer from 0 to below its argument. */
export function random(seed) {
  let state = seed;
  return (end) => {
    state = (state * 48271) % 2147483647;
    return state % end;
  };
}
