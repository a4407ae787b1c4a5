import { RunError } from "@pulumi/pulumi";
import { Provider } from "../../../provider/index";

it("an explicit provider without its own key fails with one sentence, without a stack", () => {
  const declare = () => new Provider("eu", { baseUrl: "https://eu.example.com" });
  expect(declare).toThrow('Provider "eu": edgecloud:apiKey is not set on the Provider');
  let error: unknown;
  try {
    declare();
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(RunError);
  expect((error as Error).stack).toBeUndefined();
});
