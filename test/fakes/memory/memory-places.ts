import type { AccountStore } from '#core/identity/account-store.ts';

/** The places of owners in memory. */
export function memoryPlaces(): Pick<AccountStore, 'takePlace' | 'releasePlace' | 'places'> {
  const owners = new Map<string, Map<string, { readonly execution: never; readonly takenAt: number }>>();
  const placesOf = (owner: string) => {
    const places = owners.get(owner) ?? new Map();
    owners.set(owner, places);
    return places;
  };
  return {
    takePlace: async (owner, { execution, most, now }) => {
      const places = placesOf(owner);
      if (places.has(execution)) return true;
      if (places.size >= most) return false;
      places.set(execution, { execution: execution as never, takenAt: now });
      return true;
    },
    releasePlace: async (owner, execution) => void placesOf(owner).delete(execution),
    places: async (owner) => [...placesOf(owner).values()],
  };
}
