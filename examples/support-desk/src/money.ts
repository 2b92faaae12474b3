/** An amount in euros, as people read it. */
export const euros = (amount: number): string => `€${amount.toFixed(2)}`;
